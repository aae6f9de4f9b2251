import type { cells as en } from '../en/cells.ts';
import type { Translated } from '../translated.ts';

export const cells: Translated<typeof en> = {
  empty: '空文本',
  characters: '{count} 个字符',
  copied: '已复制',
  failed: '未能复制：浏览器不允许',
  loadWhole: '显示全部：{size}',
  loadFailed: '读取失败，请重试。',
  tooLong: '超过 1 MiB，仅显示开头部分。',
  sortBy: '按 {column} 排序',
};
