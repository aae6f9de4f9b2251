import type { workspace as en } from '../en/workspace.ts';
import type { Translated } from '../translated.ts';

export const workspace: Translated<typeof en> = {
  hideAct: '隐藏操作面板',
  showAct: '显示操作面板',
  resize: '面板宽度',
  partFailed: '“{what}”未能载入',
  partFailedBody:
    '无法获取其脚本：服务器没有应答，或已换成另一版本。请重试；若仍失败，请重新载入页面。已输入的内容不会丢失。',
  tabs: {
    observation: '观测',
    changes: '变更',
    tables: '数据表',
    sql: 'SQL',
    log: '日志',
    source: '源码',
    verify: '验证',
  },
  viewing: '正在查看第 {seq} 步，共 {newest} 步',
  viewingSeed: '正在查看初始状态',
  asItWas: '此面板中的一切均为当时的样子。',
  backToLive: '回到实时',
  rewardSoFar: '累计奖励',
  rewardFrom: '第 {seq} 步，{type}',
  noReward: '尚无步骤得到奖励或惩罚',
  verifiers: '验证器',
  noVerifiers: '此任务没有验证器',
  notTrivial: '在第 0 步：不会平凡通过',
  trivial: '在第 0 步即平凡通过',
  trivialHint: '它在未改动的数据库上就能通过：此处的奖励不能证明任何事。',
  verdictAt: '第 {seq} 步的判定',
  emptyTitle: '还没有回合',
  emptyBody: '此会话打开时未指定场景。请选择一个场景以开始回合。',
};
