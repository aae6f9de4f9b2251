import type { ui as en } from '../en/ui.ts';
import type { Translated } from '../translated.ts';

export const ui: Translated<typeof en> = {
  added: '新增',
  modified: '修改',
  removed: '删除',
  was: '原为',
  now: '现为',
  notifications: '通知',
  dismiss: '关闭',
  copy: '复制',
  shownOf: '共 {count} 个字符，已显示 {shown} 个',
  showMore: '显示更多',
};
