import type { tools as en } from '../en/tools.ts';
import type { Translated } from '../translated.ts';

export const tools: Translated<typeof en> = {
  search: '搜索工具',
  placeholder: '在 {count} 个工具中搜索',
  chooseOne: '从 {count} 个工具中选择',
  list: '工具',
  none: '没有工具与“{query}”匹配。',
  noneOfFilter: '目前没有这一类的工具。',
  line: '已选工具：',
  count: '{count} 个工具 ·',
  toChange: '更换',
  move: '移动',
  chooseAndFold: '选择并收起',
  keep: '保留 {name}',
  counts: '{tools} 个工具，{groups} 组',
  times: '{count} 次',
  filter: {
    label: '显示哪些工具',
    all: '全部',
    used: '用过 {count}',
    read: '○ 读 {count}',
    write: '● 写 {count}',
  },
  effect: {
    read: '只读',
    write: '写入',
    unknown: '尚未调用：按其方法可能写入',
    error: '失败',
  },
  failedTitle: '工具列表未能加载',
  what: '工具列表',
};
