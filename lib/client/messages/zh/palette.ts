import type { palette as en } from '../en/palette.ts';
import type { Translated } from '../translated.ts';

export const palette: Translated<typeof en> = {
  title: '搜索或执行命令',
  placeholder: '场景、任务、工具、步骤、表、操作',
  list: '结果',
  results: '{count} 个结果',
  of: '{shown} / {total}',
  reading: '正在读取场景…',
  none: '这里没有名为“{query}”的内容。',
  failed: '缺少场景和任务：{why}',
  prefixes: '> 步骤 · : 操作 · @ 场景',
  move: '移动',
  open: '打开',
  newTab: '新标签页',
  close: '关闭',
  group: {
    tools: '本会话的工具',
    steps: '本会话的步骤',
    tables: '这一步的表',
    actions: '操作',
    scenarios: '场景',
    tasks: '任务',
  },
  step: '第 {seq} 步 {name}',
  rows: '{count} 行',
  taskOf: '{scenario}，任务 {index}',
  theme: '主题：{choice}',
  density: '密度：{choice}',
  language: '语言：{choice}',
};
