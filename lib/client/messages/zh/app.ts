import type { app as en } from '../en/app.ts';
import type { Translated } from '../translated.ts';

export const app: Translated<typeof en> = {
  name: 'AWM Studio',
  skip: '跳到内容',
};
