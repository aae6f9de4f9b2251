/** Whether a run (an episode `e`) is in a queue, or was labelled in one: then its states and itself stay. */
export const QUEUED = `(EXISTS (SELECT 1 FROM annotation_items AS i WHERE i.run = e.id AND (i.removed_at IS NULL OR i.submitted > 0))
  OR EXISTS (SELECT 1 FROM annotation_items AS i
    WHERE i.other_run = e.id AND i.other_run <> '' AND (i.removed_at IS NULL OR i.submitted > 0))
  OR EXISTS (SELECT 1 FROM annotation_item_runs AS r JOIN annotation_items AS i ON i.n = r.item
    WHERE r.run = e.id AND (i.removed_at IS NULL OR i.submitted > 0)))`;
