export const log = {
  what: 'the log of this step',
  step: 'Step {seq} · {name}',
  seed: 'The seed',
  seedTitle: 'Nothing was called yet',
  seedBody: 'This is the database as the session first saw it. Go to a step to read what its call printed.',
  emptyTitle: 'Nothing was written at step {seq}',
  emptyBody:
    'The scenario’s process printed nothing to its standard output or error during this step. An access line, warnings and tracebacks would stand here.',
  failedTitle: 'The log could not be read',
  cut: 'The step wrote {size}; the last {shown} are shown.',
  region: 'Log of step {seq}',
  previous: 'Log of the step before',
  next: 'Log of the step after',
  traceback: 'Traceback',
  libraryFrames: '{count, plural, one {# frame of a library} other {# frames of libraries}}',
  frame: 'line {line} in {name}',
} as const;
