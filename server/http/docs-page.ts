interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
}

/** GET /docs: the OpenAPI document as a page that loads nothing. */
export function createDocsPage(openApi: Readonly<Record<string, unknown>>): string {
  const paths = openApi['paths'] as Record<string, Record<string, Operation>>;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary = '', tags = [] }]) =>
        `<tr><td>${escapeHtml(tags[0] ?? '')}</td><td><code>${method.toUpperCase()}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>HTTP API · AWM Studio</title>
<link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8884;vertical-align:top}</style>
</head><body>
<h1>HTTP API</h1>
<p>Episodes run over the WebSocket <code>/ws</code>. The same list for programs: <a href="openapi.json">openapi.json</a>. The studio: <a href="web/">web/</a>.</p>
<table><thead><tr><th>Part</th><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
