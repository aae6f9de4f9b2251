import type { schemaDiagram as english } from '../en/schema-diagram.ts';
import type { Translated } from '../translated.ts';

export const schemaDiagram: Translated<typeof english> = {
  what: '结构图',
  label: '{tables} 张表和 {keys} 个外键的结构图',
  help: '方向键移动视图，+ 和 − 缩放，0 显示全部。按 Tab 在表之间切换；获得焦点的表及其相邻表会突出显示。',
  primary: 'PK',
  foreign: 'FK',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '显示全部',
  print: '打印',
  asList: '列表',
  asDiagram: '结构图',
  failed: '无法绘制结构图：{why}',
  moreColumns: '还有 {count} 列',
  references: '引用 {tables}',
  referencedBy: '被 {tables} 引用',
  alone: '没有外键',
};
