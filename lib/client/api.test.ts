import { describe, expect, it } from 'vitest';
import { buildPath } from './api.ts';

describe('buildPath', () => {
  it('puts parameters into the path, escaped', () => {
    expect(buildPath('/api/things/:id/parts/:part', { id: 'a/b?c', part: 2 }, undefined)).toBe(
      '/api/things/a%2Fb%3Fc/parts/2',
    );
  });

  it('leaves out query parameters that are not set', () => {
    expect(buildPath('/api/things', undefined, { q: 'a b&c', limit: 5, cursor: undefined })).toBe(
      '/api/things?q=a+b%26c&limit=5',
    );
    expect(buildPath('/api/things', undefined, { q: undefined })).toBe('/api/things');
  });
});
