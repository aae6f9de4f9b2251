import type { nav as en } from '../en/nav.ts';
import type { Translated } from '../translated.ts';

export const nav: Translated<typeof en> = {
  main: '主导航',
  breadcrumb: '路径',
  scenarios: '场景',
  sessions: '会话',
  runs: '运行记录',
  audits: '审计',
  settings: '设置',
  annotate: '标注',
  compare: '比较',
  verifiers: '验证器',
};
