import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('names browsers and systems, and leaves what it does not know', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  expect(deviceName(chrome)).toBe('Chrome 150, Linux');
  expect(deviceName(chrome.replace('Safari/537.36', 'Safari/537.36 Edg/150.0.0.0'))).toBe('Edge 150, Linux');
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari 18, iPhone');
  expect(deviceName('curl/8.1')).toBe('curl/8.1');
  expect(deviceName('')).toBe('');
});
