import { describe, expect, it } from 'vitest';
import { redactedJson, redactText } from './redact.ts';

const clean = (value: unknown) => JSON.parse(redactedJson(value, 100_000) ?? 'null') as unknown;

describe('redactedJson', () => {
  it('masks values under secret keys, at any depth', () => {
    const secret = {
      api_key: 'a',
      OPENAI_API_KEY: 'b',
      apiKey: 'c',
      Authorization: 'd',
      access_token: 'e',
      'x-api-key': 'f',
    };
    const masked = Object.fromEntries(Object.keys(secret).map((key) => [key, '[redacted]']));
    expect(clean({ deep: [{ secret: { a: 1 }, ...secret }] })).toEqual({
      deep: [{ secret: '[redacted]', ...masked }],
    });
  });

  it('leaves what only sounds like it', () => {
    const value = {
      max_tokens: 5,
      total_tokens: 10,
      tokenizer: 'bpe',
      token: 7,
      authors: ['x'],
      password: '',
      keyboard: 'de',
    };
    expect(clean(value)).toEqual(value);
  });

  it('masks keys in any text', () => {
    expect(redactText('use sk-proj-abcdefghijklmnop now')).toBe('use [redacted] now');
    expect(redactText('hf_abcdefghijklmnopqrst, Bearer abcdef123456')).toBe('[redacted], [redacted]');
    expect(redactText('risk-averse-investors hf_short bearer of news')).toBe(
      'risk-averse-investors hf_short bearer of news',
    );
  });

  it('cuts long strings until it fits, else keeps the head', () => {
    const cut = redactedJson({ message: 'm'.repeat(500_000), usage: { input: 3 } }, 256 * 1024) ?? '';
    expect(cut.length).toBeLessThan(256 * 1024);
    expect(JSON.parse(cut)).toMatchObject({
      usage: { input: 3 },
      message: expect.stringContaining('[cut ') as unknown,
    });
    const many =
      redactedJson(
        Array.from({ length: 200_000 }, (_, i) => i),
        256 * 1024,
      ) ?? '';
    expect(JSON.parse(many)).toMatchObject({ truncated: true });
    expect(many.length).toBeLessThan(256 * 1024);
    const wide = redactedJson({ text: '\u0001"'.repeat(400_000) }, 1000) ?? '';
    expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(1000);
    expect(JSON.parse(wide)).toBeTypeOf('object');
  });

  it('answers null for what JSON cannot hold', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(redactedJson(circle, 100)).toBeNull();
    expect(redactedJson(undefined, 100)).toBeNull();
  });
});
