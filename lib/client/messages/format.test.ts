import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { formatMessage } from './format.ts';
import { t } from './english.ts';

describe('formatMessage', () => {
  it('puts values in and leaves missing ones visible', () => {
    expect(formatMessage('{a} of {b}', { a: 3 }, 'en')).toBe('3 of {b}');
  });

  it('chooses the plural form, with placeholders inside it', () => {
    const message = '{count, plural, one {# field: {names}} other {# fields: {names}}}!';
    expect(formatMessage(message, { count: 1, names: 'a' }, 'en')).toBe('1 field: a!');
    expect(formatMessage(message, { count: 2, names: 'a, b' }, 'en')).toBe('2 fields: a, b!');
  });

  it('puts braces inside values in untouched', () => {
    expect(formatMessage('“{text}”', { text: '{x}' }, 'en')).toBe('“{x}”');
  });
});

describe('catalogue', () => {
  it('has balanced messages only', () => {
    const walk = (node: object): void => {
      for (const value of Object.values(node) as (string | object)[]) {
        if (typeof value === 'string') expect(() => formatMessage(value, { count: 2 }, 'en')).not.toThrow();
        else walk(value);
      }
    };
    walk(en);
  });

  it('is reached by dotted keys', () => {
    expect(t('filter.showRows', { count: 1 })).toBe('Show 1 row');
    expect(t('session.goneReason.idle')).toContain('idle');
  });
});
