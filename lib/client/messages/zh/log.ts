import type { log as en } from '../en/log.ts';
import type { Translated } from '../translated.ts';

export const log: Translated<typeof en> = {
  what: '此步骤的日志',
  step: '第 {seq} 步 · {name}',
  seed: '初始状态',
  seedTitle: '尚无任何调用',
  seedBody: '这是会话最初看到的数据库。请转到某一步，查看其调用的输出。',
  emptyTitle: '第 {seq} 步没有写入日志',
  emptyBody: '场景进程在此步骤中没有向标准输出或标准错误打印任何内容。访问记录、警告和回溯会显示在此处。',
  failedTitle: '无法读取日志',
  cut: '此步骤写入了 {size}，仅显示最后 {shown}。',
  region: '第 {seq} 步的日志',
  previous: '上一步的日志',
  next: '下一步的日志',
  traceback: '回溯',
  libraryFrames: '{count} 个库的栈帧',
  frame: '第 {line} 行，{name} 中',
};
