import { describe, expect, it } from 'vitest';
import { configHelp, loadConfig, PROJECT_DIR } from './config.ts';

describe('loadConfig', () => {
  it('serves the starter pack on loopback by default', () => {
    const config = loadConfig([], {});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      record: 'full',
      maxSessions: 10_000,
      ui: true,
    });
    expect(config.packs).toEqual([{ path: `${PROJECT_DIR}/scenarios`, trusted: true }]);
  });

  it('takes flags over the environment over defaults', () => {
    const env = { AWM_STUDIO_PORT: '9000', AWM_DATA_DIR: '/env', OPENENV_AWM_MAX_IDLE_TIME: '30' };
    expect(loadConfig([], env)).toMatchObject({
      port: 9000,
      packs: [{ path: '/env', trusted: false }],
      maxIdleMs: 30_000,
    });
    expect(
      loadConfig(['--port', '0', '--data', '/a', '--data', '/b', '--max-idle-time', '5'], env),
    ).toMatchObject({
      port: 0,
      packs: [{ path: '/a' }, { path: '/b' }],
      maxIdleMs: 5000,
    });
  });

  it('reads every name of the reference, and says which have no meaning here', () => {
    const config = loadConfig([], {
      OPENENV_AWM_READY_TIMEOUT: '180',
      OPENENV_AWM_MAX_PORT_RETRIES: '5',
      OPENENV_AWM_RETRY_READY_TIMEOUT: '30.0',
      OPENENV_AWM_ALLOWED_IDLE_SESSIONS: '7',
      OPENENV_AWM_CLEANUP_INTERVAL: '2.5',
      OPENENV_AWM_VERIFIER_TIMEOUT: '20',
      OPENENV_AWM_LLM_BASE_URL: 'http://llm/v1',
      OPENENV_AWM_LLM_API_KEY: 'k',
      OPENENV_AWM_LLM_MODEL: 'm',
    });
    // Answers must come before the clients' 60 s.
    expect(config.readyTimeoutMs).toBe(55_000);
    expect(config).toMatchObject({
      allowedIdleSessions: 7,
      cleanupIntervalMs: 2500,
      verifierTimeoutMs: 20_000,
      llm: { baseUrl: 'http://llm/v1', apiKey: 'k', model: 'm' },
    });
    expect(config.notes).toHaveLength(2);
  });

  it('marks trusted packs and allows the Space’s own host', () => {
    const config = loadConfig(['--data', '/a', '--trust', '/a'], { SPACE_HOST: 'me-studio.hf.space' });
    expect(config.packs).toEqual([{ path: '/a', trusted: true }]);
    expect(config.allowHosts).toContain('me-studio.hf.space');
  });

  it.each([
    [['--port', '70000'], {}, /--port is 70000/],
    [['--prot', '1'], {}, /--prot/],
    [['--record', 'all'], {}, /full, final or calls/],
    [[], { OPENENV_AWM_MAX_IDLE_TIME: 'soon' }, /OPENENV_AWM_MAX_IDLE_TIME is 'soon'/],
    [[], { AWM_STUDIO_CHECK: 'perhaps' }, /AWM_STUDIO_CHECK is 'perhaps'/],
  ] as const)('refuses %j %j by name', (argv, env, message) => {
    expect(() => loadConfig(argv, env)).toThrow(message);
  });
});

it('help names every flag and its environment', () => {
  const help = configHelp();
  for (const word of ['--port N', '--data X', '--no-ui', 'OPENENV_AWM_VERIFIER_TIMEOUT', 'AWM_DATA_DIR']) {
    expect(help).toContain(word);
  }
  expect(configHelp(['home'])).not.toContain('--port');
});
