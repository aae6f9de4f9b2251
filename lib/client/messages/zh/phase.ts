import type { phase as en } from '../en/phase.ts';
import type { Translated } from '../translated.ts';

export const phase: Translated<typeof en> = {
  new: '新建',
  resetting: '正在启动',
  ready: '实时',
  running: '运行中',
  hibernated: '休眠',
  closed: '已结束',
  done: '已完成',
};
