import type { findings as english } from '../en/findings.ts';
import type { Translated } from '../translated.ts';

export const findings: Translated<typeof english> = {
  title: '检查发现',
  clean: '无问题',
  unchecked: '尚未检查',
  counted: '{name}，{count} 项',
  more: '另有 {count} 项',
  task: '任务 {index}',
  tool: '工具 {tool}',
  table: '数据表 {table}',
  line: '第 {line} 行',
  checkedAt: '检查于 {time}。',
  cleanLong: '检查启动了该场景，调用了它的工具，并在未改动的数据库上运行了代码验证器，没有发现问题。',
  why: '为什么重要',
  todo: '怎么办',
  import_failed: {
    name: '无法启动',
    what: '场景的代码在能够响应调用之前就失败了。',
    why: '无法打开会话，因此任何人都不能完成它的任务。',
    todo: '请修复错误信息指出的代码行；在此之前不要把该场景用于运行。',
  },
  seed_error: {
    name: '初始数据错误',
    what: '数据包要求写入数据库的一行未能插入。',
    why: '需要该行的任务无法完成，其验证器也可能与不存在的数据作比较。',
    todo: '请查看该表的数据以及提到这些数据的任务；修复 INSERT 语句或表结构。',
  },
  shadowed_route: {
    name: '路由被遮蔽',
    what: '更早声明的路由匹配同样的请求，因此永远到不了这条路由。',
    why: '对该工具的调用会落到另一条路由上：要么失败，要么做了别的事，而责任却算在智能体头上。',
    todo: '请先声明更具体的路由，或把该工具的失败视为环境的问题。',
  },
  uncallable_tool: {
    name: '工具无法调用',
    what: '无论传入什么参数，该工具都不可能成功。',
    why: '只能靠该工具完成的任务根本无法完成。',
    todo: '请修复该路由。需要它的任务不要用于训练，也不要计入通过率。',
  },
  trivial_verifier: {
    name: '空操作即通过',
    what: '在未改动的数据库和空答案上，代码验证器就判定为完成。',
    why: '什么都不做也能得到满分奖励，因此通过此任务说明不了什么。',
    todo: '请修复验证器，或不要把此任务用于训练和通过率。',
  },
  verifier_failed: {
    name: '验证器失败',
    what: '代码验证器在未改动的数据库上抛出异常或不给出判定。',
    why: '该任务的运行可能得不到奖励，或者得到与实际操作无关的奖励。',
    todo: '请在已完成的会话上运行它，看看它是否能作出判定；不能则修复。',
  },
  mutable_state: {
    name: '数据库之外的状态',
    what: '场景在进程中保存了会被调用改变的内容。',
    why: '仅凭数据库无法还原其状态：这样的会话会一直保留进程，其分支要靠重放产生。',
    todo: '游玩时无需处理。若要运行可复现，请把这些状态移入数据库。',
  },
  nondeterministic: {
    name: '结果随机',
    what: '在同一数据库、同一时刻重复同样的调用，得到的结果却不同。',
    why: '这样的运行无法精确重放，两次相同的采样可能以不同的奖励结束。',
    todo: '请从响应中去掉随机值、内存地址和耗时，或为随机数设定种子。',
  },
  reads_clock: {
    name: '读取时钟',
    what: '初始数据或代码使用了当前日期或时间。',
    why: '同样的调用换一天执行会得到不同的数据库，比较运行时要小心。',
    todo: '需要结果一致的运行，请在 reset 时使用逻辑时钟（options.clock）。',
  },
};
