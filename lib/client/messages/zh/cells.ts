import type { cells as en } from '../en/cells.ts';

export const cells: Record<keyof typeof en, string> = {
  empty: '空文本',
  characters: '{count} 个字符',
  copied: '已复制',
  failed: '未能复制：浏览器不允许',
};
