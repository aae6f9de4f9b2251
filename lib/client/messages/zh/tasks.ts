import type { tasks as english } from '../en/tasks.ts';
import type { Translated } from '../translated.ts';

export const tasks: Translated<typeof english> = {
  title: '任务',
  what: '任务列表',
  search: '筛选任务',
  searchPlaceholder: '输入文字，或 status:suspect finding:trivial-pass pass.agent>90',
  task: '任务',
  scenario: '场景',
  status: '状态',
  finding: '检查发现',
  none: '无',
  passRate: '通过率',
  humanRuns: '人工运行次数',
  humanRunsOf: { '3-or-more': '3 次及以上', '1-2': '1 – 2 次', none: '无' },
  statuses: { ok: '正常', suspect: '可疑', unchecked: '未检查' },
  statusMeans: {
    ok: '已检查：没有涉及此任务的发现。',
    suspect: '有检查发现涉及此任务，或其场景无法启动。',
    unchecked: '该场景尚未检查。',
  },
  peekTitle: '{scenario}，任务 {index}',
  findingsNote: '{count} 项，检查于 {time}',
  noFindings: '没有涉及此任务的发现。',
  wide: '{count} 项涉及整个场景的发现',
  runs: '运行',
  passes: '{runs} 次中通过 {passes} 次',
  otherRuns: '有 {count} 次运行不计入通过率：运行中看到过判定，或不是基线运行。',
  codeVerifier: '代码验证器',
  sqlVerifier: 'SQL 验证器',
  yes: '有',
  no: '无',
};
