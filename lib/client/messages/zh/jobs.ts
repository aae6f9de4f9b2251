import type { jobs as english } from '../en/jobs.ts';
import type { Translated } from '../translated.ts';

export const jobs: Translated<typeof english> = {
  what: '任务进度',
  list: '后台作业',
  running: '{count} 个作业',
  state: {
    waiting: '排队中',
    running: '运行中',
    done: '已完成',
    failed: '失败',
    cancelled: '已停止',
  },
  of: '{done} / {total}',
  soFar: '已处理 {done}',
  inAll: '共 {done}',
  counts: '{ok} 正常 · {warnings} 有警告 · {failed} 失败 · {skipped} 跳过',
  now: '正在处理：{what}',
  cancel: '停止',
  cancelFailed: '无法停止作业：{why}',
  report: '报告',
  outcome: {
    failed: '{count} 项失败',
    warning: '{count} 项有警告',
    skipped: '{count} 项跳过',
    ok: '{count} 项正常',
  },
  reportFailed: '报告未能加载：',
  reportWhat: '报告',
  more: '再显示 {count} 行',
  lost: '另有 {count} 行未保留。',
  openRun: '运行 {id}',
  took: '用时 {time}',
};
