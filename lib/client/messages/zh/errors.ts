import type { errors as en } from '../en/errors.ts';
import type { Translated } from '../translated.ts';

export const errors: Translated<typeof en> = {
  said: '{what}：{message}',
  invalid_request: '请求无效',
  unauthenticated: '请先登录',
  forbidden: '不允许',
  blind: '您标注期间不显示',
  not_found: '未找到',
  conflict: '现在无法进行',
  session_closed: '会话已结束',
  payload_too_large: '内容过大',
  session_busy: '会话正忙',
  capacity_reached: '容量已满',
  scenario_broken: '场景无法运行',
  pack_invalid: '场景包无效',
  runtime_failed: '场景进程出错',
  hub_unreachable: '无法连接 Hub',
  deadline_exceeded: '超时',
  storage_full: '磁盘已满',
  sandbox_weak: '沙箱防护不足',
  config_invalid: '配置无效',
  internal: '内部错误',
  not_recorded: '此状态未被记录',
  not_kept: '此状态已不再保留',
  too_large: '数据库过大',
  unreadable: '数据库无法读取',
};
