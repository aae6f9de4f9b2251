import type { dev as en } from '../en/dev.ts';
import type { Translated } from '../translated.ts';

export const dev: Translated<typeof en> = {
  title: '组件',
  note: '每个基础组件的每种状态。每种状态都有文字或符号，颜色只作重复提示。',
  density: '密度',
  compact: '紧凑',
  default: '默认',
  comfortable: '宽松',
};
