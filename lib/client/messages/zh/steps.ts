import type { steps as en } from '../en/steps.ts';
import type { Translated } from '../translated.ts';

export const steps: Translated<typeof en> = {
  listTools: '列出工具',
  listScenarios: '列出场景',
  verify: '验证',
  done: '完成',
  error: '错误',
  reward: '奖励 {reward}',
  wrote: '写入',
  read: '读取',
};
