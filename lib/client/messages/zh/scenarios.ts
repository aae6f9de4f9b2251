import type { scenarios as en } from '../en/scenarios.ts';
import type { Translated } from '../translated.ts';

export const scenarios: Translated<typeof en> = {
  title: '场景',
  search: '搜索场景',
  searchPlaceholder: '搜索名称、描述、任务',
  count: '{shown} / {total}',
  name: '名称',
  description: '描述',
  tasks: '任务',
  verifiers: '代码 · SQL',
  pack: '场景包',
  health: '健康状况',
  firstTask: '任务 0：{task}',
  notChecked: '尚未检查',
  clean: '正常',
  findings: '{count} 项发现',
  none: '没有场景与“{query}”匹配。',
  noneHint: '搜索范围包括名称、描述和任务文本。清除搜索即可看到全部 {total} 个。',
  clear: '清除搜索',
  emptyTitle: '没有加载任何场景',
  emptyBody: '服务器得到的场景包中没有场景。请用 --data 加上场景包所在文件夹来启动它。',
  failedTitle: '场景列表未能加载',
  what: '场景列表',
  problems: '场景包中有 {count} 行被跳过',
  problemAt: '{file}，第 {line} 行',
};
