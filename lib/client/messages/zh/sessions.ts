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
  actor: '操作者',
  actors: { human: '人', agent: '智能体', client: '未命名的客户端' },
  steps: '步数',
  phase: '状态',
  control: '由谁操作',
  run: '运行',
  used: '最近使用',
  now: '正在运行',
  watchOnly: '客户端；可旁观',
  nobody: '无人',
  baseline: '基线',
  more: '共 {total} 个进行中的会话，显示最近使用的 {shown} 个。',
};
