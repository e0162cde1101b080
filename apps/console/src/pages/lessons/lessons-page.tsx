import { useEffect } from 'react';
import { Link } from 'wouter';
import { LESSONS } from '../../lessons/all-lessons';
import { TopBar } from '../../shell/top-bar';
import { doneLessons } from './progress';
import './lessons.css';

/** The lessons, with those that were finished in this browser. */
export default function LessonsPage() {
  useEffect(() => {
    document.title = 'Lessons · Orrery';
  }, []);
  const done = doneLessons();
  return (
    <>
      <TopBar>
        <span aria-hidden="true" className="quiet">
          /
        </span>
        <h1 className="cluster-name">Lessons</h1>
      </TopBar>
      <main className="lessons">
        <p className="quiet lessons-intro">
          Short lessons about where pods are placed, why they stay and why they leave. Each makes a cluster of its own,
          whose clock you control; the lesson checks in the cluster what you do.
        </p>
        <ol className="lessons-list">
          {LESSONS.map(({ id, title, summary }, index) => (
            <li key={id}>
              <Link href={`/-/lessons/${id}`} className="card lesson-card">
                <span className="lesson-number" aria-hidden="true">
                  {done.has(id) ? '✓' : index + 1}
                </span>
                <span>
                  <strong className="block">{title}</strong>
                  <span className="quiet">{summary}</span>
                  {done.has(id) && <span className="visually-hidden"> Done.</span>}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </main>
    </>
  );
}
