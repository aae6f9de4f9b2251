import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import { type Graph, HEAD_PX, LINE_PX } from './graph.ts';

/** 30 tables take about 0.1 s; a schema that takes longer than this is shown as a list. */
const DEADLINE_MS = 15_000;

export interface Placed {
  readonly width: number;
  readonly height: number;
  /** Top left corners by table. */
  readonly boxes: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  /** Points of each foreign key's line, by its id. */
  readonly links: ReadonlyMap<string, readonly { readonly x: number; readonly y: number }[]>;
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.aspectRatio': '1.5',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.componentComponent': '32',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.cycleBreaking.strategy': 'GREEDY',
  'elk.layered.compaction.postCompaction.strategy': 'EDGE_LENGTH',
  'elk.layered.wrapping.strategy': 'MULTI_EDGE',
};

/** Places boxes and lines, in a worker that is ended afterwards. @throws Error where the layout fails or takes too long */
export async function layOut(graph: Graph, signal: AbortSignal): Promise<Placed> {
  const elk = new ELK({
    workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)),
  });
  const stopped = Promise.withResolvers<never>();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const stop = (): void =>
    stopped.reject(deadline.reason instanceof Error ? deadline.reason : new Error('stopped'));
  deadline.addEventListener('abort', stop);
  try {
    return toPlaced(await Promise.race([elk.layout(toElk(graph)), stopped.promise]));
  } finally {
    deadline.removeEventListener('abort', stop);
    elk.terminateWorker();
  }
}

function toElk(graph: Graph): ElkNode {
  return {
    id: 'root',
    layoutOptions: OPTIONS,
    children: graph.boxes.map((box) => ({
      id: box.name,
      width: box.width,
      height: box.height,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: [
        { id: `${box.name}#in`, x: 0, y: HEAD_PX / 2, layoutOptions: { 'elk.port.side': 'WEST' } },
        ...box.columns.flatMap(({ references }, line) =>
          references === null
            ? []
            : [
                {
                  id: `${box.name}#${String(line)}`,
                  x: box.width,
                  y: HEAD_PX + (line + 0.5) * LINE_PX,
                  layoutOptions: { 'elk.port.side': 'EAST' },
                },
              ],
        ),
      ],
    })),
    edges: graph.links.map(({ id, from, line, to }) => ({
      id,
      sources: [`${from}#${String(line)}`],
      targets: [`${to}#in`],
    })),
  };
}

function toPlaced(root: ElkNode): Placed {
  return {
    width: root.width ?? 0,
    height: root.height ?? 0,
    boxes: new Map((root.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    links: new Map(
      (root.edges ?? []).map(({ id, sections }) => [
        id,
        (sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
          startPoint,
          ...bendPoints,
          endPoint,
        ]),
      ]),
    ),
  };
}
