import type { editor as en } from '../en/editor.ts';
import type { Translated } from '../translated.ts';

export const editor: Translated<typeof en> = {
  failed: '编辑器未能加载，现以纯文本显示。服务器可能已断开或已更新：请重新加载页面。',
  leave: 'Tab 键离开编辑器；Ctrl+M 切换为用 Tab 缩进',
};
