import type { theme as en } from '../en/theme.ts';
import type { Translated } from '../translated.ts';

export const theme: Translated<typeof en> = {
  label: '主题：{choice}。切换到{next}',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
};
