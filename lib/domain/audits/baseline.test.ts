import { describe, expect, it } from 'vitest';
import { baselineFileSchema, type AuditFinding } from '../../contracts/audits.ts';
import { baselineFile, baselineOf, entryOf, fixedIn, tallyOf, withStatus } from './baseline.ts';
import { sarifOf } from './sarif.ts';

const finding = (fingerprint: string, more: Partial<AuditFinding> = {}): AuditFinding => ({
  fingerprint,
  code: 'trivial_verifier',
  severity: 'error',
  scenario: 'shop',
  pack: 'p',
  taskIdx: 0,
  tool: null,
  message: 'It passes.',
  source: 'executed',
  evidence: [{ kind: 'verifier', taskIdx: 0, mode: 'code', line: 7 }],
  ...more,
});
const word = { reason: 'later', by: 'Ada', atMs: 1 };

describe('baseline', () => {
  const known = entryOf(finding('a'), word);
  const gone = entryOf(finding('gone'), word);
  const elsewhere = entryOf(finding('elsewhere', { scenario: 'bank' }), word);
  const baseline = baselineOf([known, gone, elsewhere]);

  it('tells known findings from new ones', () => {
    const rows = withStatus([finding('a'), finding('b')], baseline);
    expect(rows.map(({ status, accepted }) => [status, accepted])).toEqual([
      ['known', word],
      ['new', null],
    ]);
    expect(tallyOf(rows)).toEqual({ total: 2, new: 1, known: 1 });
  });

  it('says fixed only of scenarios that were looked at', () => {
    const fixed = fixedIn(baseline, [finding('a')], (scenario) => scenario === 'shop');
    expect(fixed.map(({ fingerprint }) => fingerprint)).toEqual(['gone']);
  });

  it('is the same file whatever the order, and reads back', () => {
    const one = baselineFile([known, gone, elsewhere]);
    expect(baselineFile([elsewhere, gone, known])).toEqual(one);
    expect(baselineFileSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
    expect(baselineFileSchema.safeParse({ ...one, version: 2 }).success).toBe(false);
  });
});

describe('sarifOf', () => {
  it('places a finding in the file of a source pack', () => {
    const rows = withStatus([finding('a'), finding('b', { evidence: [], taskIdx: null })], baselineOf([]));
    expect(sarifOf(rows, '1.0.0')).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [
            {
              ruleId: 'trivial_verifier',
              level: 'error',
              baselineState: 'new',
              partialFingerprints: { 'awmStudio/v1': 'a' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'shop/tasks/0/verify_code.py' },
                    region: { startLine: 7 },
                  },
                },
              ],
            },
            { locations: [{ physicalLocation: { artifactLocation: { uri: 'shop/scenario.json' } } }] },
          ],
        },
      ],
    });
  });
});
