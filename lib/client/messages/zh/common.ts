import type { common as en } from '../en/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof en> = {
  loading: '正在加载{what}…',
  retry: '重试',
  partFailed: '“{what}”未能加载',
  undo: '撤销',
  cancel: '取消',
  showAll: '显示全部 {size}',
  unreachable: '服务器没有响应。请确认它正在运行；本页会自动重试。',
  badAnswer: '服务器返回的格式本页无法识别。请重新加载页面。',
  missingTitle: '这里没有内容',
  missingBody: '没有页面使用这个地址。可能是地址有误，也可能是原来的内容已不存在。',
  missingGo: '前往场景列表',
  failedTitle: '本页出错了',
};
