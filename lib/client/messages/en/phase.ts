export const phase = {
  new: 'new',
  resetting: 'starting',
  ready: 'live',
  running: 'running',
  hibernated: 'asleep',
  closed: 'ended',
  done: 'done',
} as const;
