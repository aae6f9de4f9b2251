import type { annotate as en } from '../en/annotate.ts';
import type { Translated } from '../translated.ts';

export const annotate: Translated<typeof en> = {
  signInOver: '登录已失效。你写的内容保留在此页，以同一身份重新登录后可继续。',
  title: '标注',
  parts: '项目各部分',
  queues: '队列',
  schema: '标注模式',
  guidelines: '指南',
  progress: '进度',
  agreement: '一致性',
  disagreements: '分歧',
  grading: '验证器',
  pairs: '偏好对与修正',
  data: '数据',
};
