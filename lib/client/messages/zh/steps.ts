import type { steps as en } from '../en/steps.ts';
import type { Translated } from '../translated.ts';

export const steps: Translated<typeof en> = {
  title: '步骤',
  emptyTitle: '还没有步骤',
  emptyBody: '在左侧选择一个工具并调用：返回的内容会显示在这里，最新的在最后。',
  listTools: '列出工具',
  listScenarios: '列出场景',
  verify: '验证',
  done: '完成',
  arguments: '参数',
  result: '结果',
  error: '错误',
  reward: '奖励 {reward}',
  http: 'HTTP {status}',
  wrote: '写入',
  read: '读取',
  large: '返回内容共 {size}，这里只显示开头。',
  loadAll: '加载全部',
  tables: '表 {names}',
  jump: '最新一步',
};
