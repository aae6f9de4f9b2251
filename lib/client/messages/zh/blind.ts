import type { blind as en } from '../en/blind.ts';
import type { Translated } from '../translated.ts';

export const blind: Translated<typeof en> = {
  title: '已隐藏：由你标注',
  decideTitle: '已隐藏：由你裁决',
  bothTitle: '已隐藏：由你标注或裁决',
  decide: '前往手上的分歧（{item}）',
  revealDecision: '可在该分歧的界面中揭示结果，或将其交还。',
  label: '在 {queue} 中标注',
  queues: '前往我的队列',
  reveal: '提交前可在标注界面中揭示结果；你的标注会注明这一点。',
  count: '标注或裁决期间隐藏 {count} 条',
};
