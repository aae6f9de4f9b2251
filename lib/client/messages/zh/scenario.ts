import type { scenario as en } from '../en/scenario.ts';
import type { Translated } from '../translated.ts';

export const scenario: Translated<typeof en> = {
  what: '场景',
  failedTitle: '场景未能加载',
  tasks: '任务',
  play: '开始',
  playTask: '开始任务 {index}',
  starting: '正在启动…',
  startFailed: '会话未能启动',
  code: '代码',
  sql: 'SQL',
  noVerifier: '没有验证器',
  tools: '工具',
  toolsWhat: '工具：首次查看时会为此启动场景',
  toolsFailed: '场景未能启动，因此无法得知它的工具',
  searchTools: '搜索工具',
  noTools: '没有工具与“{query}”匹配。',
  notChecked: '尚未检查。检查会在后台以低优先级运行。',
  clean: '已检查：未发现问题。',
};
