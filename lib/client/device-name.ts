const BROWSERS = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari/, 'Safari'],
] as const;
const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'CrOS', 'Linux'] as const;

/** A browser's own words for itself, short: `Firefox 140, Linux`; as they came where they are of no known browser. */
export function deviceName(userAgent: string): string {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find((each) => userAgent.includes(each));
    return [`${name} ${version}`, system].filter((word) => word !== undefined).join(', ');
  }
  return userAgent;
}
