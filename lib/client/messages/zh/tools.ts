import type { tools as en } from '../en/tools.ts';
import type { Translated } from '../translated.ts';

export const tools: Translated<typeof en> = {
  search: '搜索工具',
  placeholder: '在 {count} 个工具中搜索',
  list: '工具',
  none: '没有工具与“{query}”匹配。',
  change: '{count} 个工具 · 更换',
  failedTitle: '工具列表未能加载',
  what: '工具列表',
};
