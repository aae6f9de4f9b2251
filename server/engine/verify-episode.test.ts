import { describe, expect, it } from 'vitest';
import { judgeFor } from './verify-episode.ts';

const judge = { baseUrl: 'https://own/v1', apiKey: 'secret', model: 'm' };

describe('judgeFor', () => {
  it('is the server’s, with what the client names beside the address', () => {
    expect(judgeFor({ judge }, {})).toEqual(judge);
    expect(judgeFor({ judge }, { model: 'other', apiKey: 'mine' })).toEqual({
      ...judge,
      model: 'other',
      apiKey: 'mine',
    });
    expect(judgeFor({ judge, publicJudgesOnly: true }, { baseUrl: judge.baseUrl })).toEqual(judge);
  });

  it('never sends the server’s key to an address that the client gave', () => {
    const given = { baseUrl: 'https://theirs/v1' };
    expect(judgeFor({ judge }, given)).toEqual({ ...given, apiKey: '', model: 'm', publicOnly: false });
    expect(judgeFor({ judge, publicJudgesOnly: true }, { ...given, apiKey: 'theirs' })).toEqual({
      ...given,
      apiKey: 'theirs',
      model: 'm',
      publicOnly: true,
    });
  });
});
