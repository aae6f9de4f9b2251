import type { keeping as en } from '../en/keeping.ts';
import type { Translated } from '../translated.ts';

export const keeping: Translated<typeof en> = {
  title: '运行的保留',
  hint: '各实验的运行占用的磁盘空间与保留时间。已标注、已固定和作为参考的运行不会被删除。',
  what: '运行占用的空间',
  failed: '无法统计运行占用的空间',
  empty: '还没有记录任何运行：完成一个任务或导入运行后，会在这里统计。',
  none: '不属于任何实验',
  runs: '{count} 个运行，其中 {kept} 个标记为保留',
  addRule: '添加规则',
  editRule: '修改规则',
  forDays: '保留 {count} 天',
  theNewest: '保留最新的 {count} 个',
  upTo: '最多 {size}',
  statesLabel: '已结束运行的状态',
  states: {
    as_recorded: '按记录时的设置',
    full: '每个状态',
    final: '首个和最后一个状态',
    calls: '仅调用',
  },
  days: '保留天数（留空表示不限）',
  newest: '保留最新的运行数（留空表示全部）',
  megabytes: '保留的空间，MB（留空表示不限）',
  notNumber: '请输入数字，或留空。',
  notDone: '操作未成功',
  try: '会删除什么？',
  would:
    '现在会删除 {deleted} 个运行（{size}），并精简 {reduced} 个运行的状态；{kept} 个因有标记而保留。删除的运行在十分钟内可以恢复。',
  save: '保存规则',
  deletions: '已删除但尚未彻底清除',
  deletionsFailed: '无法加载已删除的内容：{why}',
  deleted: '{count} 个运行，由 {by} 于 {time} 删除',
  undoUntil: '可恢复至 {time}',
  bringBack: '恢复',
  restored: '已恢复 {count} 个运行。',
};
