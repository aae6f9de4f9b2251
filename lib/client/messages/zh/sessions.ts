import type { sessions as en } from '../en/sessions.ts';
import type { Translated } from '../translated.ts';

export const sessions: Translated<typeof en> = {
  title: '会话',
  what: '你的会话',
  failedTitle: '会话列表未能加载',
  emptyTitle: '没有正在进行的会话',
  emptyBody: '打开一个场景并开始其中一个任务：会话会一直列在这里，直到结束。',
  open: '选择场景',
  session: '会话',
  noScenario: '尚无场景',
};
