-- pivot sales.csv --rows 'bins(units, 6)' --values 'sum(revenue),count()' --totals none
with sorted as (
    select list(units order by units) as l
    from sales
    where units is not null
), edges as (
    select list_sort(list_distinct(list_transform(range(6), lambda i: l[1 + (i * len(l)) // 6]) || [l[len(l)]])) as e
    from sorted
), t as (
    select sales.*, e, case when units is not null then least(len(e) - 1, len(list_filter(e, lambda x: x <= units))) end as bin
    from sales, edges
)
select e[bin] || ' - ' || e[bin + 1], sum(revenue), count(*)
from t
group by e, bin
order by bin nulls last
