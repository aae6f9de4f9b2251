import type { blind as en } from '../en/blind.ts';
import type { Translated } from '../translated.ts';

export const blind: Translated<typeof en> = {
  title: '已隐藏：由您标注',
  label: '在 {queue} 中标注',
  queues: '前往我的队列',
  reveal: '提交前可在标注界面中揭示结果；您的标注会注明这一点。',
  count: '标注期间隐藏 {count} 条',
};
