const SIZE = 84;
const WIDTH = 5;
const START = -90;

/** Requests of the pods as shares of a cluster, in percent: CPU outside, then memory, then places for pods. */
export function Rings(shares: { readonly cpu: number; readonly memory: number; readonly pods: number }) {
  const { cpu, memory, pods } = shares;
  const words = `CPU ${Math.round(cpu)} %, memory ${Math.round(memory)} %, pods ${Math.round(pods)} % requested`;
  return (
    <svg className="rings" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={words}>
      <title>{words}</title>
      <Ring radius={38} percent={cpu} colour="var(--brass)" />
      <Ring radius={29} percent={memory} colour="var(--good)" />
      <Ring radius={20} percent={pods} colour="var(--info)" />
      <text x={SIZE / 2} y={SIZE / 2 + 4} textAnchor="middle" fontSize="12" fontWeight="640" fill="var(--text)">
        {Math.round(Math.max(cpu, memory, pods))}%
      </text>
    </svg>
  );
}

function Ring({
  radius,
  percent,
  colour,
}: {
  readonly radius: number;
  readonly percent: number;
  readonly colour: string;
}) {
  const length = 2 * Math.PI * radius;
  const shared = { cx: SIZE / 2, cy: SIZE / 2, r: radius, fill: 'none', strokeWidth: WIDTH };
  return (
    <>
      <circle {...shared} stroke="var(--surface-2)" />
      <circle
        {...shared}
        stroke={colour}
        strokeLinecap="round"
        strokeDasharray={`${(length * Math.min(100, percent)) / 100} ${length}`}
        strokeOpacity={percent > 0 ? 1 : 0}
        transform={`rotate(${START} ${SIZE / 2} ${SIZE / 2})`}
      />
    </>
  );
}
