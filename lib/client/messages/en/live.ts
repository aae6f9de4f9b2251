/** Who acts in a session, lost connections, restarts of the server, baseline play. */
export const live = {
  control: {
    page: 'Tab {number}',
    otherPage: 'Another tab',
    watching: '{page} acts in this session; you watch.',
    ask: 'Ask for control',
    asked: 'Asked {page} for control. It has 10 seconds to answer.',
    passesIn: 'passes over in {seconds} s',
    asks: '{page} asks for control. Without an answer it gets it.',
    handOver: 'Hand over',
    keep: 'Keep',
    free: 'Nobody acts in this session now. Whoever calls next takes control.',
    take: 'Take control',
    mine: 'You act',
    menu: 'Control of this session',
    handOverTo: 'Hand over to {page}',
    release: 'Let go of control',
    failed: 'Control did not change: {reason}',
    client: 'Watching: {client} acts',
    clientHint: 'This session belongs to a client over {transport}. It can be looked at, not acted in.',
    blockedOther: '{page} holds control of this session. Ask for it to act.',
    blockedClient: 'This session belongs to a client; you can only watch.',
  },
  offline: {
    since: 'Offline for {seconds} s',
    retryIn: 'retry in {seconds} s',
    retrying: 'trying now',
    blocked: 'Offline: nothing can be sent until the server answers.',
  },
  lost: {
    call: '{tool} did not reach a result: the connection was lost before the server had it. Nothing was recorded; send it again.',
  },
  restored: {
    what: 'The notice of the restart',
    title: 'The server restarted at {time}.',
    database:
      'Restored from its database and {steps, plural, one {# recorded step} other {# recorded steps}}.',
    snapshot: 'Restored from the last recorded state, after {steps, plural, one {# step} other {# steps}}.',
    replay: 'Restored by making its calls again: {steps, plural, one {# step} other {# steps}}.',
    nothing: 'The session could not be restored: {problem}. Its steps stay readable.',
    lostCall: 'The running call {tool} was lost: nothing of it was recorded or kept.',
    dismiss: 'Dismiss',
    blocked: 'The session could not be restored after a restart of the server.',
  },
  baseline: {
    pill: 'Baseline play',
    pillHint: 'verdict, Verify and Source hidden until Done',
    doneTitle: 'Done: verify and end?',
    fixBody:
      'The episode ends, and its player is told no verdict. Give it in at the fix queue: the verifier is asked when you submit there.',
    doneBody:
      'The code verifier judges the database and this answer, and the episode ends. Then the verdicts, the verifier and the source are shown.',
    confirm: 'Verify and end',
  },
} as const;
