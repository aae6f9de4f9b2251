import type { live as en } from '../en/live.ts';
import type { Translated } from '../translated.ts';

export const live: Translated<typeof en> = {
  control: {
    page: '标签页 {number}',
    otherPage: '另一个标签页',
    watching: '{page}正在操作此会话；你在旁观。',
    ask: '请求控制权',
    asked: '已向{page}请求控制权。对方有 10 秒时间答复。',
    passesIn: '{seconds} 秒后移交',
    asks: '{page}请求控制权。若不答复，控制权将移交给它。',
    handOver: '移交',
    keep: '保留',
    free: '目前没有人操作此会话。下一个发起调用的人将取得控制权。',
    take: '取得控制权',
    mine: '由你操作',
    menu: '此会话的控制权',
    handOverTo: '移交给{page}',
    release: '放弃控制权',
    failed: '控制权未变更：{reason}',
    client: '旁观：{client} 正在操作',
    clientHint: '此会话属于通过 {transport} 连接的客户端。只能查看，不能操作。',
    blockedOther: '{page}持有此会话的控制权。要操作，请先请求控制权。',
    blockedClient: '此会话属于某个客户端；你只能旁观。',
  },
  offline: {
    since: '已离线 {seconds} 秒',
    retryIn: '{seconds} 秒后重试',
    retrying: '正在重试',
    blocked: '离线：服务器响应之前无法发送任何内容。',
  },
  lost: {
    call: '{tool} 没有结果：服务器收到之前连接就断开了。没有任何记录；请重新发送。',
  },
  restored: {
    title: '服务器于 {time} 重新启动。',
    database: '已从会话的数据库和 {steps} 个已记录的步骤恢复。',
    snapshot: '已从第 {steps} 步之后最后记录的状态恢复。',
    replay: '已通过重新执行调用恢复：{steps} 步。',
    nothing: '会话未能恢复：{problem}。其步骤仍可查看。',
    lostCall: '正在运行的调用 {tool} 已丢失：没有留下任何记录或改动。',
    dismiss: '知道了',
    blocked: '服务器重启后，此会话未能恢复。',
  },
  baseline: {
    pill: '基线游玩',
    pillHint: '完成之前隐藏判定、验证和源代码',
    doneTitle: '完成：验证并结束？',
    fixBody: '本回合将结束，不会显示判定。请在修正队列中交付：提交后才询问验证器。',
    doneBody: '代码验证器将评判数据库和此答案，随后回合结束。之后会显示判定、验证器和源代码。',
    confirm: '验证并结束',
  },
};
