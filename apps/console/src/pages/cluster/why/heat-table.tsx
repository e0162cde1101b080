import type { HeatMap } from '../../../model/why/heat-map';

/**
 * Nodes by scores: the stronger a field, the closer to the best of its column; a column of equal scores decides
 * nothing. The numbers carry the same information without colours.
 */
export function HeatTable({ map, marked }: { readonly map: HeatMap; readonly marked: string | undefined }) {
  const isNone = map.rows.every(({ isFeasible }) => !isFeasible);
  return (
    <div className="heat" tabIndex={0} role="region" aria-label="Nodes and scores">
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            {isNone ? (
              <th scope="col" className="rejected">
                Why it cannot take the pod
              </th>
            ) : (
              <th scope="col">Total</th>
            )}
            {map.plugins.map((plugin) => (
              <th key={plugin} scope="col">
                <span>{plugin}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.map(({ node, isFeasible, rejections, cells, total }) => (
            <tr key={node} className={node === marked ? 'current' : ''}>
              <th scope="row">
                {node === marked ? '▸ ' : ''}
                {node}
              </th>
              {isFeasible ? (
                <>
                  <td className="total">{total ?? '–'}</td>
                  {cells.map(({ text, from, warmth, title }, index) => (
                    <td
                      key={map.plugins[index]}
                      title={title}
                      style={{
                        background: `color-mix(in srgb, var(--brass-fill) ${Math.round((warmth ?? 0) * 42)}%, transparent)`,
                      }}
                    >
                      {from !== '' && <span className="small">{from} = </span>}
                      {text}
                    </td>
                  ))}
                </>
              ) : (
                <td colSpan={map.plugins.length + 1} className="rejected">
                  {rejections.map((rejection, index) => (
                    <span key={rejection} className={index === 0 ? 'block' : 'block also'}>
                      {index === 0 ? '✕' : 'also'} {rejection}
                    </span>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
