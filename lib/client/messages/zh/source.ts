import type { source as en } from '../en/source.ts';
import type { Translated } from '../translated.ts';

export const source: Translated<typeof en> = {
  what: '场景源代码',
  label: '{scenario} 的源代码',
  failedTitle: '无法读取源代码',
  hiddenTitle: '完成之前不显示源代码',
  hiddenBody: '在基线操作中，你与智能体一样只能通过工具接触场景。回合完成后即可查看源代码。',
  otherCode: '此回合运行的是另一版代码：场景此后已被修改。现在显示的是当前版本，行号可能不同。',
  route: '路由',
  ofStep: '此步骤的工具：{tool}',
  top: '整个文件',
  lines: '第 {from} 至 {to} 行',
  noLines: '无法确定 {tool} 在文件中的位置。',
};
